/**
 * Version 10: the keys that names are searched and sorted by, computed anew. Raise a version likewise whenever
 * shared/text changes what `fold` or `natural_key` give for a text.
 */
export const inventory10 = `
UPDATE items SET nameSort = natural_key(name), nameKey = fold(name),
  idKey = fold(iif(ifnull(checkedOutToUserId, '') = '', id, id || char(31) || checkedOutToUserId));
UPDATE types SET nameSort = natural_key(name), nameKey = fold(name), idKey = fold(id);
UPDATE locations SET nameSort = natural_key(name), nameKey = fold(name), idKey = fold(id);
UPDATE names SET nameSort = natural_key(name), nameKey = fold(name);
UPDATE changes SET nameKey = fold(name);
`;
