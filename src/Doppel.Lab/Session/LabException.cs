namespace Doppel.Lab;

/// <summary>Nothing can be measured; the message tells why, in one line without a full stop.</summary>
public sealed class LabException(string message, string? hint = null) : Exception(message)
{
    /// <summary>What to do about it; null where there is nothing to say.</summary>
    public string? Hint => hint;
}
