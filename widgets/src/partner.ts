/** How links into the shop carry the name of the site they stand on. */

/** The parameter with the partner's name: a plain word, for blockers strip the usual ones off links. */
export const partnerParameter = "seen-on";

/** Longest name of a partner, in characters. */
export const maxPartnerLength = 32;

/** What a partner may be called. */
export const partnerPattern = /^[a-z0-9-]{1,32}$/;
