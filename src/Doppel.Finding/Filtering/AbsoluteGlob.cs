namespace Doppel.Finding;

/// <summary>One alternative of a pattern, read as an absolute path.</summary>
internal sealed class AbsoluteGlob
{
    private static readonly byte[][] s_schemes = [[.. "s3://"u8], [.. "catalog:"u8]];

    private readonly GlobSequence _whole;
    private readonly GlobSequence?[] _components;

    private AbsoluteGlob(List<byte[]> components, CaseMatching matching)
    {
        byte[] whole = Joined(components);
        _whole = GlobSequence.Parse(whole, matching);
        _components = [.. components.Select(one => IsDoubleStar(one) ? null : GlobSequence.Parse(one, matching))];
    }

    /// <summary>Returns whether an alternative can be read only as an absolute path.</summary>
    internal static bool IsOnlyAbsolute(ReadOnlySpan<byte> alternative)
    {
        foreach (byte[] scheme in s_schemes)
        {
            if (alternative.StartsWith(scheme))
            {
                return true;
            }
        }

        return alternative.StartsWith("/"u8) || alternative.StartsWith("./"u8) || alternative.StartsWith("../"u8)
            || HasDrive(alternative);
    }

    /// <summary>Returns the absolute readings of one alternative that contains '/'.</summary>
    /// <exception cref="FormatException">A ".." follows "**", or a set is not closed.</exception>
    internal static IEnumerable<AbsoluteGlob> Of(byte[] alternative, GlobPlace place, CaseMatching matching)
    {
        List<byte[]> components = Components(alternative);
        bool isAbsolute = alternative is [(byte)'/', ..] || HasDrive(alternative)
            || Array.Exists(s_schemes, scheme => alternative.AsSpan().StartsWith(scheme));
        if (!isAbsolute && !IsDoubleStar(components[0]))
        {
            // A first component such as "host:" may be the start of a name on another machine.
            if (components[0].Contains((byte)':'))
            {
                yield return new AbsoluteGlob(components, matching);
            }

            components = [.. Components(Escaped(place.WorkingDirectory.Span.TrimEnd((byte)'/'))), .. components];
            isAbsolute = true;
        }

        components = WithoutDots(components);
        yield return new AbsoluteGlob(components, matching);
        if (isAbsolute && RealOf(components, place) is { } real)
        {
            yield return new AbsoluteGlob(real, matching);
        }
    }

    /// <summary>Returns whether an absolute path matches.</summary>
    internal bool Matches(ReadOnlySpan<byte> path) => _whole.Matches(path);

    /// <summary>Returns whether a folder, or something that might be in it, matches.</summary>
    internal bool MayMatchIn(ReadOnlySpan<byte> folder)
    {
        Span<bool> now = stackalloc bool[_components.Length + 1];
        Span<bool> next = stackalloc bool[_components.Length + 1];
        now[0] = true;
        foreach (Range part in folder.TrimEnd((byte)'/').Split((byte)'/'))
        {
            next.Clear();
            for (int i = 0; i < _components.Length; i++)
            {
                if (now[i] && _components[i] is null)
                {
                    (now[i + 1], next[i]) = (true, true);
                }
                else if (now[i])
                {
                    next[i + 1] |= _components[i]!.Matches(folder[part]);
                }
            }

            next.CopyTo(now);
        }

        return now.Contains(true);
    }

    // Splits at each '/' that is neither in a set nor escaped.
    private static List<byte[]> Components(ReadOnlySpan<byte> pattern)
    {
        var components = new List<byte[]>();
        int start = 0;
        for (int at = 0; at < pattern.Length; at++)
        {
            switch (pattern[at])
            {
                case (byte)'/':
                    components.Add(pattern[start..at].ToArray());
                    start = at + 1;
                    break;
                case (byte)'[':
                    at = GlobAlternatives.FindSetEnd(pattern, at);
                    break;
                case (byte)'\\':
                    at++;
                    break;
            }
        }

        components.Add(pattern[start..].ToArray());
        return components;
    }

    private static List<byte[]> WithoutDots(List<byte[]> components)
    {
        List<byte[]> kept = [components[0]];
        for (int i = 1; i < components.Count; i++)
        {
            byte[] one = components[i];
            bool isEmpty = one.Length == 0 && i < components.Count - 1 && components[0] is not [.., (byte)':'];
            if (isEmpty || one.AsSpan().SequenceEqual("."u8))
            {
                continue;
            }

            if (!one.AsSpan().SequenceEqual(".."u8))
            {
                kept.Add(one);
            }
            else if (IsDoubleStar(kept[^1]))
            {
                throw new FormatException("'..' after '**' leads nowhere");
            }
            else if (kept.Count > 1)
            {
                kept.RemoveAt(kept.Count - 1);
            }
        }

        return kept;
    }

    // The folders before the first wildcard may lead through symbolic links.
    private static List<byte[]>? RealOf(List<byte[]> components, GlobPlace place)
    {
        int literal = 0;
        while (literal < components.Count - 1 && components[literal].AsSpan().IndexOfAny("*?[\\"u8) < 0)
        {
            literal++;
        }

        if (literal < 2 || components[0].Contains((byte)':'))
        {
            return null;
        }

        byte[] folder = Joined(components[..literal]);
        byte[] real = place.RealPath(folder);
        return real.AsSpan().SequenceEqual(folder)
            ? null
            : [.. Components(Escaped(real.AsSpan().TrimEnd((byte)'/'))), .. components[literal..]];
    }

    private static byte[] Joined(List<byte[]> components)
    {
        var joined = new List<byte>(components[0]);
        foreach (byte[] component in components.Skip(1))
        {
            joined.Add((byte)'/');
            joined.AddRange(component);
        }

        return [.. joined];
    }

    private static byte[] Escaped(ReadOnlySpan<byte> path)
    {
        var escaped = new List<byte>(path.Length);
        foreach (byte value in path)
        {
            if (value is (byte)'*' or (byte)'?' or (byte)'[' or (byte)'\\')
            {
                escaped.Add((byte)'\\');
            }

            escaped.Add(value);
        }

        return [.. escaped];
    }

    private static bool IsDoubleStar(ReadOnlySpan<byte> component) => component.SequenceEqual("**"u8);

    private static bool HasDrive(ReadOnlySpan<byte> path) =>
        OperatingSystem.IsWindows() && path is [_, (byte)':', (byte)'/', ..];
}
