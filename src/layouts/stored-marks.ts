/** Marks on `<html>` of what this browser has stored, which the first paint keeps places free for. */
import { bikesKey, chosenPattern } from "../shop/fit/saved-bikes.ts";
import { unpaidKey } from "../shop/orders/unpaid-orders.ts";

/**
 * A script for the head, before all that it keeps free: a module runs after the page, which may be painted by then. The
 * components that fill the places keep the marks true. What is stored of unpaid orders has a list of lists too, if there are
 * any. The Content Security Policy allows the script by its hash (astro.config.mjs).
 */
export const storedMarks: string = `try{for(const k of["${bikesKey}","${unpaidKey}"])document.documentElement.toggleAttribute("data-has-"+k,${chosenPattern}.test(localStorage.getItem(k)))}catch{}`;
