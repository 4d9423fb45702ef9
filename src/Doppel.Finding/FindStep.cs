namespace Doppel.Finding;

/// <summary>The words for what was being done when a problem arose.</summary>
internal static class FindStep
{
    internal const string Run = "run";
    internal const string Stat = "stat";
    internal const string List = "list";
    internal const string Follow = "follow";
    internal const string Open = "open";
    internal const string Read = "read";
    internal const string Confirm = "confirm";
}
