/** The three of Vue's types that ours rest on (vue 3.5, packages/runtime-core and runtime-dom): the shop has no Vue. */
declare module "vue" {
	export interface GlobalComponents {}
	export interface HTMLAttributes {
		class?: unknown;
		id?: string | undefined;
	}
	export type EmitFn<Events> = <Name extends keyof Events>(event: Name) => void;
}
