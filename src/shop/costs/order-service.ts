/** How an order reaches its customer, as it is stored with the order. Imports nothing, because the table needs it. */

export interface OrderService {
	/** What a request names it by. */
	id: string;
	name: string;
	/** In how many days it arrives, from the day on which it is paid. */
	days?: readonly [number, number];
	parcels: number;
	/** What its items weigh, if that counted. */
	grams?: number;
	/** Where it is fetched, and when that can be: only then it is not sent. */
	pickup?: { address: string[]; text: string };
}
