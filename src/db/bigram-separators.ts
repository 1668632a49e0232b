/** How letters stand in the tables that find one or two of them. Nobody types these characters. */

/** Stands between letters set apart: the code of a character. */
export const letterSeparator = 31;

/** Stands between one column and the next: the code of a character. */
export const columnSeparator = 30;
