import { Lexer, type Token } from 'marked';
import type { ReactNode } from 'react';

/**
 * Text worded by a model: emphasis and code of inline Markdown. Links are their text, pictures their description, markup is shown as it
 * is written. There is no way from here to an address or to HTML.
 */
export function inlineMarkdown(text: string): ReactNode {
  return render(tokensOf(text));
}

function tokensOf(text: string): readonly Token[] {
  try {
    return Lexer.lexInline(text, { gfm: true });
  } catch {
    return [{ type: 'text', raw: text, text }];
  }
}

function render(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, at) => {
    const inner = 'tokens' in token && token.tokens !== undefined ? render(token.tokens) : textOf(token);
    switch (token.type) {
      case 'strong':
        return <strong key={at}>{inner}</strong>;
      case 'em':
        return <em key={at}>{inner}</em>;
      case 'del':
        return <del key={at}>{inner}</del>;
      case 'codespan':
        return (
          <code key={at} dir="ltr">
            {textOf(token)}
          </code>
        );
      case 'br':
        return <br key={at} />;
      case 'image':
        return textOf(token);
      case 'html':
        return token.raw;
      default:
        return inner;
    }
  });
}

function textOf(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}
