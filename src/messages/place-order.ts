/** The buttons that place an order. In the European Union they say that it has to be paid for (Directive 2011/83/EU, Article 8, paragraph 2). */
import { isForEu } from "../config/law.ts";

const orderToPay = "Order with obligation to pay";
/** The checkout's, by whether the law of the Union asks for it. */
export const placeButton = (isEu: boolean) => (isEu ? orderToPay : "Place order and pay");
/** The purchase form's, which asks for no country. */
export const order = isForEu("") ? orderToPay : "Order";
