/** The partner's name in links to the shop: the site that shows the link. */

/** The query parameter with the partner's name. Not a usual one, which blockers remove from links. */
export const partnerParameter = "seen-on";

/** The maximum length of a partner's name, in characters. */
export const maxPartnerLength = 32;

/** The pattern of a partner's name. */
export const partnerPattern = /^[a-z0-9-]{1,32}$/;
