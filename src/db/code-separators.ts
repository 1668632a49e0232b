/** What people leave out of a part number. The indexes of searches have part numbers once more without. */
export const codeSeparators = ["-", "/", ".", "_", " "] as const;
