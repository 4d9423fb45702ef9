namespace Doppel.Finding;

/// <summary>Expands the <c>{a,b}</c> alternatives of a pattern into plain sequences.</summary>
internal static class GlobAlternatives
{
    /// <summary>The maximum number of alternatives in one pattern.</summary>
    internal const int CountMax = 1024;

    /// <summary>The maximum total size of all alternatives in bytes.</summary>
    internal const int BytesMax = 64 * 1024;

    /// <summary>Returns every brace-free pattern that the pattern stands for, in the order written.</summary>
    /// <exception cref="FormatException">A brace or set is not closed, or there are too many alternatives.</exception>
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

    /// <summary>Returns the index of the ']' that closes the set starting here.</summary>
    /// <exception cref="FormatException">The set is not closed.</exception>
    internal static int FindSetEnd(ReadOnlySpan<byte> pattern, int open)
    {
        int at = open + 1;
        if (at < pattern.Length && pattern[at] is (byte)'!' or (byte)'^')
        {
            at++;
        }

        // A ']' in the first position is a member of the set.
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

        // Last first, because the stack reverses the order.
        for (int i = marks.Count - 1; i > 0; i--)
        {
            ReadOnlySpan<byte> branch = pattern.AsSpan(marks[i - 1] + 1, marks[i] - marks[i - 1] - 1);
            pending.Push([.. before, .. branch, .. after]);
        }
    }

    /// <summary>Returns the positions of the '{', of the commas at its own level and of its '}'.</summary>
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
