namespace Doppel.Lab;

/// <summary>
/// The exception that is thrown if nothing can be measured. The message gives the reason in one line without a full
/// stop.
/// </summary>
public sealed class LabException(string message, string? hint = null) : Exception(message)
{
    /// <summary>Gets a suggestion for how to fix the problem, or null if there is none.</summary>
    public string? Hint => hint;
}
