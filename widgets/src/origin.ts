/** The shop's origin, which the build defines. See build.ts. */
declare const SHOP_ORIGIN: string;

export const origin: string = SHOP_ORIGIN;
