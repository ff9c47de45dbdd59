import type { CreateCollectionBody } from './bodies.ts';
import { collection, type Collection } from './collection.ts';
import { refusal } from './refusal.ts';
import { collectionOf } from './snapshot-text.ts';

export type AliasAction =
  | { readonly create_alias: { readonly collection_name: string; readonly alias_name: string } }
  | { readonly delete_alias: { readonly alias_name: string } }
  | { readonly rename_alias: { readonly old_alias_name: string; readonly new_alias_name: string } };

/** All collections, and the other names some of them have. */
export interface Catalog {
  readonly collections: ReadonlyMap<string, Collection>;
  /** Alias to collection. */
  readonly aliases: ReadonlyMap<string, string>;
  create(name: string, settings: CreateCollectionBody): void;
  /** Makes or replaces the collection from a snapshot; its aliases stay, and its earlier snapshots go. */
  restore(name: string, snapshot: string): void;
  /** `false` when there was none of that very name; takes its aliases along. */
  delete(name: string): boolean;
  /** By name or alias. */
  find(name: string): Collection | undefined;
  /** Refuses when there is none. */
  get(name: string): Collection;
  /** One after another: what comes before one that is refused stays done, as in Qdrant up to 1.19. */
  changeAliases(actions: readonly AliasAction[]): void;
}

export function catalog(): Catalog {
  const collections = new Map<string, Collection>();
  let aliases = new Map<string, string>();

  const find = (name: string): Collection | undefined => collections.get(aliases.get(name) ?? name);

  function checkName(name: string): void {
    if (aliases.has(name)) {
      throw refusal(400, `Can't create collection with name ${name}. Alias with the same name already exists`);
    }
    if (name === '' || name.length > 255 || /[<>:"/\\|?*\0\u001F]/u.test(name)) {
      throw refusal(422, `Validation error in path parameters: [collection_name: ${name} is no valid name]`);
    }
  }

  return {
    collections,
    get aliases() {
      return aliases;
    },
    find,
    get(name) {
      const found = find(name);
      if (found === undefined) throw refusal(404, `Collection \`${name}\` doesn't exist!`);
      return found;
    },
    create(name, settings) {
      if (collections.has(name)) throw refusal(409, `Collection \`${name}\` already exists!`);
      checkName(name);
      collections.set(name, collection(name, settings));
    },
    restore(name, snapshot) {
      checkName(name);
      collections.set(name, collectionOf(name, snapshot));
    },
    delete(name) {
      aliases = new Map([...aliases].filter(([, target]) => target !== name));
      return collections.delete(name);
    },
    changeAliases(actions) {
      for (const action of actions) {
        if ('create_alias' in action) {
          const { alias_name: alias, collection_name: target } = action.create_alias;
          if (!collections.has(target)) throw refusal(404, `Collection \`${target}\` doesn't exist!`);
          if (collections.has(alias)) throw refusal(409, `Collection \`${alias}\` already exists!`);
          aliases.set(alias, target);
        } else if ('delete_alias' in action) {
          aliases.delete(action.delete_alias.alias_name);
        } else {
          const { old_alias_name: old, new_alias_name: alias } = action.rename_alias;
          const target = aliases.get(old);
          if (target === undefined) throw refusal(404, `Alias ${old} does not exists!`);
          aliases.delete(old);
          aliases.set(alias, target);
        }
      }
    },
  };
}
