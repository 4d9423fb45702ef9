namespace Doppel.Finding;

/// <summary>Writes out the <c>{a,b}</c> of a pattern, so that what remains is a plain sequence.</summary>
internal static class GlobAlternatives
{
    /// <summary>Alternatives that one pattern may stand for.</summary>
    internal const int CountMax = 1024;

    /// <summary>Bytes that they may have together.</summary>
    internal const int BytesMax = 64 * 1024;

    /// <summary>All patterns without braces that the pattern stands for, in the order written.</summary>
    /// <exception cref="FormatException">A brace or set is not closed, or there are too many.</exception>
    internal static List<byte[]> Expand(ReadOnlySpan<byte> pattern)
    {
        var done = new List<byte[]>();
        var pending = new Stack<byte[]>();
        pending.Push(pattern.ToArray());
        int bytes = 0;
        while (pending.TryPop(out byte[]? next))
        {
            int open = FindOpeningBrace(next);
            if (open < 0)
            {
                done.Add(next);
                bytes += next.Length;
            }
            else
            {
                PushBranches(next, open, pending);
            }

            if (done.Count + pending.Count > CountMax || bytes > BytesMax)
            {
                throw new FormatException($"the pattern stands for more than {CountMax} alternatives");
            }
        }

        return done;
    }

    /// <summary>Where the set that starts here ends: at its ']'.</summary>
    /// <exception cref="FormatException">It does not.</exception>
    internal static int FindSetEnd(ReadOnlySpan<byte> pattern, int open)
    {
        int at = open + 1;
        if (at < pattern.Length && pattern[at] is (byte)'!' or (byte)'^')
        {
            at++;
        }

        // A ']' in the first place is a member.
        for (int first = at; at < pattern.Length; at++)
        {
            if (pattern[at] == ']' && at > first)
            {
                return at;
            }

            if (pattern[at] == '\\')
            {
                at++;
            }
        }

        throw new FormatException("a '[' is not closed by ']'");
    }

    private static int FindOpeningBrace(ReadOnlySpan<byte> pattern)
    {
        for (int at = 0; at < pattern.Length; at++)
        {
            switch (pattern[at])
            {
                case (byte)'{':
                    return at;
                case (byte)'[':
                    at = FindSetEnd(pattern, at);
                    break;
                case (byte)'\\':
                    at++;
                    break;
            }
        }

        return -1;
    }

    private static void PushBranches(byte[] pattern, int open, Stack<byte[]> pending)
    {
        List<int> marks = FindBranchMarks(pattern, open);
        ReadOnlySpan<byte> before = pattern.AsSpan(0, open);
        ReadOnlySpan<byte> after = pattern.AsSpan(marks[^1] + 1);

        // Last first: the stack turns the order round.
        for (int i = marks.Count - 1; i > 0; i--)
        {
            ReadOnlySpan<byte> branch = pattern.AsSpan(marks[i - 1] + 1, marks[i] - marks[i - 1] - 1);
            pending.Push([.. before, .. branch, .. after]);
        }
    }

    /// <summary>Places of the '{', its own commas and its '}'.</summary>
    private static List<int> FindBranchMarks(ReadOnlySpan<byte> pattern, int open)
    {
        var marks = new List<int> { open };
        int depth = 0;
        for (int at = open; at < pattern.Length; at++)
        {
            switch (pattern[at])
            {
                case (byte)'{':
                    depth++;
                    break;
                case (byte)',' when depth == 1:
                    marks.Add(at);
                    break;
                case (byte)'}' when --depth == 0:
                    marks.Add(at);
                    return marks;
                case (byte)'[':
                    at = FindSetEnd(pattern, at);
                    break;
                case (byte)'\\':
                    at++;
                    break;
            }
        }

        throw new FormatException("a '{' is not closed by '}'");
    }
}
