namespace Doppel.Finding;

/// <summary>Parses a pattern without braces into steps.</summary>
internal ref struct GlobSequenceParser
{
    private readonly ReadOnlySpan<byte> _pattern;
    private readonly List<GlobStep> _steps = [];
    private int _at;

    internal GlobSequenceParser(ReadOnlySpan<byte> pattern) => _pattern = pattern;

    internal GlobStep[] Parse()
    {
        while (_at < _pattern.Length)
        {
            switch (_pattern[_at])
            {
                case (byte)'*':
                    TakeStars();
                    break;
                case (byte)'?':
                    _at++;
                    _steps.Add(new GlobStep(GlobStepKind.Any));
                    break;
                case (byte)'[':
                    TakeSet();
                    break;
                default:
                    _steps.Add(new GlobStep(GlobStepKind.Character, TakeCharacter(_pattern.Length)));
                    break;
            }
        }

        return [.. _steps];
    }

    private void TakeStars()
    {
        int start = _at;
        while (_at < _pattern.Length && _pattern[_at] == '*')
        {
            _at++;
        }

        bool atStart = start == 0 || _pattern[start - 1] == '/';
        bool atEnd = _at == _pattern.Length;
        if (_at - start != 2 || !atStart || (!atEnd && _pattern[_at] != '/'))
        {
            _steps.Add(new GlobStep(GlobStepKind.Run));
        }
        else if (atEnd)
        {
            _steps.Add(new GlobStep(GlobStepKind.Rest));
        }
        else
        {
            _at++;
            _steps.Add(new GlobStep(GlobStepKind.ComponentsEntry));
            _steps.Add(new GlobStep(GlobStepKind.ComponentsLoop));
        }
    }

    private void TakeSet()
    {
        int end = GlobAlternatives.FindSetEnd(_pattern, _at);
        _at++;
        bool negated = _pattern[_at] is (byte)'!' or (byte)'^';
        if (negated)
        {
            _at++;
        }

        var ranges = new List<int>();
        while (_at < end)
        {
            int first = TakeCharacter(end);
            int last = first;
            if (_at + 1 < end && _pattern[_at] == '-')
            {
                _at++;
                last = TakeCharacter(end);
            }

            if (last < first)
            {
                throw new FormatException("a range in '[…]' runs backwards");
            }

            ranges.AddRange(first, last);
        }

        _at = end + 1;
        _steps.Add(new GlobStep(GlobStepKind.Set, Ranges: [.. ranges], Negated: negated));
    }

    private int TakeCharacter(int end)
    {
        if (_pattern[_at] == '\\' && ++_at >= end)
        {
            throw new FormatException("a '\\' at the end takes nothing");
        }

        int character = GlobSequence.NextCharacter(_pattern[_at..], out int length);
        _at += length;
        return character;
    }
}
