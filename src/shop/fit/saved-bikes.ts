/** How a browser stores bikes, for scripts and for the server that writes scripts. */

/** The key in local storage. */
export const bikesKey = "bikes";

/** What is stored if a bike is chosen. */
export const chosenPattern = /\[\["[^"]/;
