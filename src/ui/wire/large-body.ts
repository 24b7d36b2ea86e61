/** Bodies of more bytes than this are shown on a click: reading and drawing them takes a moment. */
export const LARGE_BYTES = 262_144;
