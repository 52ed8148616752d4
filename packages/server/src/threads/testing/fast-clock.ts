/** Preloaded into a process whose clock has to run fast: a second is as good as a minute, from one start to the next too. */
const SPEED = 60;
const now = Date.now;

Date.now = () => now() * SPEED;
