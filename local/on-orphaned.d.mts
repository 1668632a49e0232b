/** Calls `end` once the process that started this one has ended. */
export function whenOrphaned(end: () => void): void;
