/** Why no command of an imported recording does anything. Shown beside what can't be used. */
export const NOTHING_IS_SENT = 'This is a recording: nothing can be sent';
