namespace Doppel.Finding;

/// <summary>Assigns numbers to reasons. Thread-safe.</summary>
internal sealed class ReasonTable
{
    private const int ReasonsMax = 1000;
    private const string Other = "it is damaged, or of an unknown structure";

    private readonly Lock _gate = new();
    private readonly Dictionary<string, int> _numbers = [];
    private readonly List<string> _reasons = [];

    internal string this[int number] => _reasons[number];

    /// <summary>Returns the number of a reason. All reasons after the first thousand share one number.</summary>
    internal int NumberOf(string reason)
    {
        lock (_gate)
        {
            if (_numbers.TryGetValue(reason, out int number))
            {
                return number;
            }

            if (_reasons.Count < ReasonsMax)
            {
                return Add(reason);
            }

            return _numbers.TryGetValue(Other, out int other) ? other : Add(Other);
        }
    }

    private int Add(string reason)
    {
        _numbers.Add(reason, _reasons.Count);
        _reasons.Add(reason);
        return _reasons.Count - 1;
    }
}
