const RATE = 8000;
const SAMPLES = 1200;
const HEADER_BYTES = 44;

/** A short bell as base64 WAV: 0.15 s, 8 kHz, 8 bits, mono. */
export function chime(): string {
  const bytes = new Uint8Array(HEADER_BYTES + SAMPLES);
  const view = new DataView(bytes.buffer);
  const ascii = (offset: number, word: string) => {
    for (let i = 0; i < word.length; i++) view.setUint8(offset + i, word.charCodeAt(i));
  };
  ascii(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + SAMPLES, true);
  ascii(8, 'WAVEfmt ');
  view.setUint32(16, 16, true); // size of the format block
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true); // bytes per second
  view.setUint16(32, 1, true); // bytes per frame
  view.setUint16(34, 8, true); // bits per sample
  ascii(36, 'data');
  view.setUint32(40, SAMPLES, true);
  for (let i = 0; i < SAMPLES; i++) {
    const fade = 1 - i / SAMPLES;
    const tone = Math.sin((2 * Math.PI * 880 * i) / RATE) + 0.5 * Math.sin((2 * Math.PI * 1320 * i) / RATE);
    bytes[HEADER_BYTES + i] = Math.round(128 + 70 * fade * fade * tone);
  }
  return btoa(String.fromCharCode(...bytes));
}
