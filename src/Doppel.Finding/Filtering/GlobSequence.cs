using System.Numerics;
using System.Text;

namespace Doppel.Finding;

/// <summary>
/// One alternative of a pattern as a chain of steps, matched by tracking the set of steps that may come next.
/// </summary>
internal sealed class GlobSequence
{
    /// <summary>
    /// Offset added to a byte that is not part of valid UTF-8. It lies above every code point, so the byte equals only
    /// itself.
    /// </summary>
    private const int InvalidByteBase = 0x11_0000;

    private readonly GlobStep[] _steps;
    private readonly byte[]? _literal;
    private readonly byte[]? _suffix;
    private readonly CaseMatching _matching;

    private GlobSequence(GlobStep[] steps, byte[] pattern, CaseMatching matching)
    {
        _steps = steps;
        _matching = matching;
        if (matching == CaseMatching.Ignored)
        {
            return;
        }

        // The two most common forms, "node_modules" and "*.jpg", need no stepping.
        if (pattern.AsSpan().IndexOfAny("*?[\\"u8) < 0)
        {
            _literal = pattern;
        }
        else if (pattern[0] == '*' && pattern.AsSpan(1).IndexOfAny("*?[\\/"u8) < 0)
        {
            _suffix = pattern[1..];
        }
    }

    /// <summary>Parses a pattern without braces.</summary>
    /// <exception cref="FormatException">A set is not closed or cannot match anything.</exception>
    internal static GlobSequence Parse(byte[] pattern, CaseMatching matching = CaseMatching.Exact) =>
        new(new GlobSequenceParser(pattern).Parse(), pattern, matching);

    /// <summary>Returns the first character of the text: a code point, or a byte that is not part of one.</summary>
    internal static int NextCharacter(ReadOnlySpan<byte> text, out int length)
    {
        length = 1;
        if (text[0] < 0x80)
        {
            return text[0];
        }

        if (Rune.DecodeFromUtf8(text, out Rune rune, out int consumed) == System.Buffers.OperationStatus.Done)
        {
            length = consumed;
            return rune.Value;
        }

        return InvalidByteBase + text[0];
    }

    internal bool Matches(ReadOnlySpan<byte> text)
    {
        if (_literal is not null)
        {
            return text.SequenceEqual(_literal);
        }

        if (_suffix is not null)
        {
            return text.EndsWith(_suffix) && text[..^_suffix.Length].IndexOf((byte)'/') < 0;
        }

        return MatchesBySteps(text);
    }

    private bool MatchesBySteps(ReadOnlySpan<byte> text)
    {
        int words = (_steps.Length >> 6) + 1;
        Span<ulong> now = stackalloc ulong[words];
        Span<ulong> next = stackalloc ulong[words];
        now.Clear();
        Add(now, 0);
        while (!text.IsEmpty)
        {
            int character = NextCharacter(text, out int length);
            text = text[length..];
            next.Clear();
            if (!Advance(now, next, character))
            {
                return false;
            }

            Span<ulong> swap = now;
            now = next;
            next = swap;
        }

        return (now[words - 1] >> _steps.Length & 1) != 0;
    }

    private bool Advance(ReadOnlySpan<ulong> now, Span<ulong> next, int character)
    {
        bool alive = false;
        for (int word = 0; word < now.Length; word++)
        {
            for (ulong bits = now[word]; bits != 0; bits &= bits - 1)
            {
                int at = (word << 6) + BitOperations.TrailingZeroCount(bits);
                if (at < _steps.Length)
                {
                    alive |= Take(next, at, character);
                }
            }
        }

        return alive;
    }

    /// <summary>Adds the steps that this step leads to on this character.</summary>
    private bool Take(Span<ulong> next, int at, int character)
    {
        switch (_steps[at].Kind)
        {
            case GlobStepKind.Run:
                if (character == '/')
                {
                    return false;
                }

                Add(next, at);
                return true;
            case GlobStepKind.ComponentsLoop:
                next[at >> 6] |= 1UL << at;
                if (character == '/')
                {
                    Add(next, at + 1);
                }

                return true;
            case GlobStepKind.Rest:
                Add(next, at);
                Add(next, at + 1);
                return true;
            default:
                if (!_steps[at].Takes(character, _matching))
                {
                    return false;
                }

                Add(next, at + 1);
                return true;
        }
    }

    /// <summary>Adds a step and those after it that can be reached without consuming a character.</summary>
    private void Add(Span<ulong> set, int at)
    {
        while ((set[at >> 6] >> at & 1) == 0)
        {
            set[at >> 6] |= 1UL << at;
            if (at == _steps.Length)
            {
                return;
            }

            switch (_steps[at].Kind)
            {
                case GlobStepKind.Run:
                    at++;
                    break;
                case GlobStepKind.ComponentsEntry:
                    set[at + 1 >> 6] |= 1UL << at + 1;
                    at += 2;
                    break;
                default:
                    return;
            }
        }
    }
}

/// <summary>Specifies whether a letter matches the same letter in the other case.</summary>
internal enum CaseMatching : byte
{
    /// <summary>Upper case and lower case differ.</summary>
    Exact,

    /// <summary>Upper case and lower case match each other.</summary>
    Ignored,
}
