/** Where the shop is. The build puts it in; see build.ts. */
declare const SHOP_ORIGIN: string;

export const origin: string = SHOP_ORIGIN;
