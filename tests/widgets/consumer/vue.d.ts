/** The three Vue types that ours use (vue 3.5, packages/runtime-core and runtime-dom), because the shop does not install Vue. */
declare module "vue" {
	export interface GlobalComponents {}
	export interface HTMLAttributes {
		class?: unknown;
		id?: string | undefined;
	}
	export type EmitFn<Events> = <Name extends keyof Events>(event: Name) => void;
}
