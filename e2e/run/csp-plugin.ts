import type { Plugin } from 'vite';

const directives = [
  "default-src 'self'",
  "script-src 'self'",
  "worker-src 'self'",
  // An inspector talks to whatever server it is pointed at.
  'connect-src *',
  "img-src 'self' data: blob:",
  'media-src data: blob:',
  // The hash is that of the empty string: editors insert an empty <style> and fill it through the CSSOM.
  "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** The value of the meta tag. The same text sent as a header would also bind the workers, and ajv needs `Function` there. */
export const policy = directives.join('; ');

/** Puts the policy into index.html at build. Not in dev, where Vite's client is an inline script. */
export function contentSecurityPolicy(): Plugin {
  return {
    name: 'roundtrip:content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}
