/** Marks on `<html>` of what this browser has stored, which the first paint keeps places free for. */
import { bikesKey, chosenPattern } from "../shop/fit/saved-bikes.ts";
import { unpaidKey, waitingPattern } from "../shop/orders/unpaid-orders.ts";

/**
 * A script for the head, before all that it keeps free: a module runs after the page, which may be painted by then. The
 * components that fill the places keep the marks true. The Content Security Policy allows it by its hash (astro.config.mjs).
 */
export const storedMarks: string = `try{for(const[n,k,p]of[["bike","${bikesKey}",${chosenPattern}],["waits","${unpaidKey}",${waitingPattern}]])document.documentElement.toggleAttribute("data-"+n,p.test(localStorage.getItem(k)))}catch{}`;
