/** The buttons that place an order. In the European Union they say that it has to be paid for (Directive 2011/83/EU, Article 8, paragraph 2). */
import { sellsToEu } from "./config/law.ts";

const orderToPay = "Order with obligation to pay";
/** The purchase form. */
export const order = sellsToEu ? orderToPay : "Order";
/** The checkout. */
export const placeAndPay = sellsToEu ? orderToPay : "Place order and pay";
