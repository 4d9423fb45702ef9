namespace Doppel.Catalog;

/// <summary>What the environment refused, in sentences for people. Thread-safe.</summary>
internal sealed class CatalogProblems
{
    // Enough to show the pattern: on a damaged disk, every file may fail.
    private const int CountMax = 32;

    private readonly Lock _gate = new();
    private readonly List<string> _texts = [];
    private volatile bool _isOff;

    /// <summary>Whether nothing is written any more.</summary>
    internal bool IsOff => _isOff;

    /// <summary>The sentences so far.</summary>
    internal IReadOnlyList<string> Texts
    {
        get
        {
            lock (_gate)
            {
                return [.. _texts];
            }
        }
    }

    /// <summary>Says something once.</summary>
    internal void Tell(string text)
    {
        lock (_gate)
        {
            if (_texts.Count < CountMax && !_texts.Contains(text))
            {
                _texts.Add(text);
            }
        }
    }

    /// <summary>Stops all writing, and says why if nothing else has stopped it.</summary>
    internal void TurnOff(string text)
    {
        lock (_gate)
        {
            if (!_isOff)
            {
                _isOff = true;
                _texts.Add(text);
            }
        }
    }
}
