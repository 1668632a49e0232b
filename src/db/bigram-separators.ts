/** The separators in the letters of the search tables: control characters, which no stored text contains. */

/** Character code of the separator between letters. */
export const letterSeparator = 31;

/** Character code of the separator between columns. */
export const columnSeparator = 30;
