/** A self-signed certificate (RFC 5280) for the bench's HTTPS. Node signs, but has no call that makes one. */
import { generateKeyPairSync, sign } from "node:crypto";

/** A value in DER (ITU-T X.690), which is its tag, its length and its bytes. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
	const body = Buffer.concat(parts);
	const { length } = body;
	// The shortest form, or Chromium rejects it.
	const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), body]);
}

const [integer, bits, id, text, time, sequence, set] = [2, 3, 6, 12, 23, 0x30, 0x31] as const;
/** Object identifiers: ecdsa-with-SHA256 and commonName. */
const algorithm = der(sequence, der(id, Buffer.from("2a8648ce3d040302", "hex")));
const commonName = der(id, Buffer.from("550403", "hex"));

/** A new key and its certificate for `host`, which is valid for a day. */
export function selfSigned(host: string): { key: string; cert: string } {
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const name = der(sequence, der(set, der(sequence, commonName, der(text, Buffer.from(host)))));
	const dayMs = 86_400_000;
	const at = (ms: number) => {
		const digits = new Date(ms).toISOString().replaceAll(/\D/g, "").slice(2, 14);
		return der(time, Buffer.from(`${digits}Z`));
	};
	// subjectAltName (2.5.29.17) with the host as a DNS name.
	const alternative = der(
		sequence,
		der(id, Buffer.from("551d11", "hex")),
		der(4, der(sequence, der(0x82, Buffer.from(host)))),
	);
	const unsigned = der(
		sequence,
		// Version 3, which Chromium requires.
		der(0xa0, der(integer, Buffer.from([2]))),
		der(integer, Buffer.from([1])),
		algorithm,
		name,
		der(sequence, at(Date.now() - dayMs), at(Date.now() + dayMs)),
		name,
		publicKey.export({ type: "spki", format: "der" }),
		der(0xa3, der(sequence, alternative)),
	);
	const signature = sign("sha256", unsigned, privateKey);
	const certificate = der(sequence, unsigned, algorithm, der(bits, Buffer.from([0]), signature));
	return {
		key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`,
	};
}
