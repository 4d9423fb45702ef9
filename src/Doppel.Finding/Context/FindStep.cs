namespace Doppel.Finding;

/// <summary>Names the operation during which a problem occurred.</summary>
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
