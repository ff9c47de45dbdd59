import type { Block } from '../../spec/block.ts';
import { foldText } from '../visible-text.ts';
import { lineText } from './block-text.ts';
import { codeBlock } from './code-text.ts';
import { directiveBlocks } from './directive-blocks.ts';
import { elementBlocks } from './element-blocks.ts';
import { elementKind } from './element-kind.ts';
import { expressionValue } from './static-value.ts';
import type { FileContext, Flow } from './file-context.ts';
import { type ElementNode, isElementNode, type MarkNode, textAttribute } from './mark-node.ts';
import { quoteBlocks } from './quote-blocks.ts';
import { tableBlock } from './table-block.ts';

/** The block tree of one file's nodes. Recursion is as deep as the tree, which `toElements` has bounded. */
export function blockFlow(context: FileContext): Flow {
  function flow(nodes: readonly MarkNode[]): readonly Block[] {
    const blocks: Block[] = [];
    let text = '';
    let images: Block[] = [];

    function flush(): void {
      const folded = foldText(text);
      if (folded !== '') blocks.push({ type: 'paragraph', text: folded });
      blocks.push(...images);
      text = '';
      images = [];
    }

    function push(found: readonly Block[]): void {
      flush();
      blocks.push(...found);
    }

    function image(alt: string): void {
      const folded = foldText(alt);
      if (folded !== '') images.push({ type: 'image', alt: folded });
    }

    function all(children: readonly MarkNode[] | undefined): void {
      for (const child of children ?? []) visit(child);
    }

    function visit(node: MarkNode): void {
      if (isElementNode(node)) return element(node);
      switch (node.type) {
        case 'text':
        case 'inlineCode':
        case 'inlineMath':
          text += node.value ?? '';
          return;
        case 'break':
          text += ' ';
          return;
        case 'emphasis':
        case 'strong':
        case 'delete':
        case 'link':
        case 'linkReference':
          return all(node.children);
        case 'image':
        case 'imageReference':
          return image(node.alt ?? '');
        case 'footnoteReference':
          return context.referTo(node.identifier ?? '');
        case 'mdxTextExpression':
        case 'mdxFlowExpression':
          text += shownValue(expressionValue(node.data, context.names));
          return;
        case 'textDirective':
          if ((node.children?.length ?? 0) === 0) text += `:${node.name ?? ''}`;
          return all(node.children);
        case 'paragraph':
          flush();
          all(node.children);
          return flush();
        default:
          push(blocksOf(node));
      }
    }

    function element(node: ElementNode): void {
      const partial = context.partial(node);
      if (partial !== undefined) return push(partial);
      switch (elementKind(node)) {
        case 'dropped':
          return;
        case 'hidden':
          return context.onHidden(node);
        case 'own':
          return push(elementBlocks(node, context, flow));
        case 'plain':
          flush();
          if (node.children.length === 0) image(textAttribute(node, 'alt'));
          all(node.children);
          return flush();
        case 'inline':
          if (node.name === 'br') text += ' ';
          if (node.children.length === 0) image(textAttribute(node, 'alt'));
          return all(node.children);
      }
    }

    all(nodes);
    flush();
    return blocks;
  }

  function blocksOf(node: MarkNode): readonly Block[] {
    switch (node.type) {
      case 'heading':
        return headingBlocks(node);
      case 'code':
        return fencedBlocks(node);
      case 'math':
        return (node.value ?? '').trim() === '' ? [] : [{ type: 'math', text: node.value!.trim() }];
      case 'list': {
        const items = (node.children ?? []).map((item) => flow(item.children ?? [])).filter((item) => item.length > 0);
        if (items.length === 0) return [];
        return [
          { type: 'list', ordered: node.ordered === true, start: node.ordered === true ? (node.start ?? 1) : 1, items },
        ];
      }
      case 'table':
        return tableBlock(
          (node.children ?? []).map((row) => row.children ?? []),
          flow,
        );
      case 'blockquote':
        return quoteBlocks(node, context, flow);
      case 'containerDirective':
      case 'leafDirective':
        return directiveBlocks(node, flow);
      default:
        return [];
    }
  }

  function fencedBlocks(node: MarkNode): readonly Block[] {
    const language = node.lang ?? '';
    if (context.drawn.includes(language)) {
      context.onDrawn(language);
      return [];
    }
    const block = codeBlock({ text: node.value ?? '', language, meta: node.meta ?? '' }, context.format);
    return block === undefined ? [] : [block];
  }

  function headingBlocks(node: MarkNode): readonly Block[] {
    const mark = context.anchors.get(node);
    const text = lineText(flow(mark?.children ?? node.children ?? []));
    if (text === '') return [];
    const depth = node.depth ?? 1;
    const anchor = depth === 1 && context.format !== 'mdbook' ? '' : (mark?.anchor ?? '');
    return [{ type: 'heading', depth, text, anchor }];
  }

  return flow;
}

function shownValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
