/**
 * The globals of the web platform that browser, Worker and Node have in common, as far as shared code uses
 * them. Only tsconfig.shared.json reads this: everywhere else the world's own types apply.
 */

interface URLSearchParams extends Iterable<[string, string]> {
	readonly size: number;
	get(name: string): string | null;
	getAll(name: string): string[];
	has(name: string): boolean;
	set(name: string, value: string): void;
	append(name: string, value: string): void;
	delete(name: string): void;
	keys(): IterableIterator<string>;
}
declare var URLSearchParams: {
	new (init?: string | Record<string, string> | [string, string][]): URLSearchParams;
};

interface URL {
	readonly origin: string;
	readonly host: string;
	readonly hostname: string;
	readonly protocol: string;
	readonly searchParams: URLSearchParams;
	href: string;
	pathname: string;
	search: string;
	hash: string;
}
declare var URL: {
	new (url: string | URL, base?: string | URL): URL;
	canParse(url: string, base?: string): boolean;
	parse(url: string, base?: string): URL | null;
};

interface Headers extends Iterable<[string, string]> {
	get(name: string): string | null;
	has(name: string): boolean;
	set(name: string, value: string): void;
	append(name: string, value: string): void;
}
declare var Headers: { new (init?: Record<string, string>): Headers };

interface FormData {
	get(name: string): unknown;
}

declare var TextEncoder: { new (): { encode(text: string): Uint8Array<ArrayBuffer> } };
declare var TextDecoder: {
	new (encoding?: string, options?: { fatal?: boolean }): { decode(bytes: Uint8Array): string };
};

declare function atob(text: string): string;
declare function btoa(text: string): string;

declare var crypto: {
	readonly subtle: { digest(algorithm: string, bytes: Uint8Array): Promise<ArrayBuffer> };
	randomUUID(): string;
};
