using Doppel.Acting;

namespace Doppel.Web;

/// <summary>A run of this session that can be undone.</summary>
/// <param name="Id">The id of the run.</param>
/// <param name="Action">What it did.</param>
/// <param name="Files">The number of files that it changed.</param>
internal sealed record ActedRun(string Id, ActionKind Action, long Files);
