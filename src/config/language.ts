/** The language of the texts, by BCP 47. How numbers and dates are written is the owner's choice: `locale`. */
export const textLanguage = "en";
