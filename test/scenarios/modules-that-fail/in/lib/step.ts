export const step = (;
