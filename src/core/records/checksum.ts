/** CRC-32 as in zip and PNG (polynomial 0xEDB88320), of bytes or of a text's UTF-8. */
export type Crc32 = (content: Uint8Array | string) => number;
