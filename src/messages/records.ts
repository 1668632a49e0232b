/** The texts of forms and histories that records of staff share. */

export const chooseOne = "Choose one";
export const restore = "Restore this version";
export const restoreOf = (time: string) => `Restore the version from ${time}`;
export const wasDeleted = "deleted";
export const changedBy = (who: string) => `by ${who}`;
export const deletedAccount = "a deleted account";
