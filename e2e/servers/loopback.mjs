// Loaded with --import into a server that was written to listen on every address: it listens on 127.0.0.1 alone,
// tells the parent its port, and does not outlive it.
import net from 'node:net';
import process from 'node:process';

const listen = net.Server.prototype.listen;

/**
 * @this {import('node:net').Server}
 * @param {unknown[]} args
 */
function listenOnLoopback(...args) {
  const [port] = args;
  return listen.call(this, { port: Number(port), host: '127.0.0.1' }, () => {
    const address = this.address();
    if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
    const callback = args.find((value) => typeof value === 'function');
    if (typeof callback === 'function') callback.call(this);
  });
}

net.Server.prototype.listen = /** @type {typeof listen} */ (listenOnLoopback);
process.on('disconnect', () => process.exit(0));
