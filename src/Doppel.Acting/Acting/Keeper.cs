using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>The kept copy of a group, as found before the group is acted on.</summary>
/// <param name="Place">The location of the keeper.</param>
/// <param name="Name">The full name of the keeper.</param>
/// <param name="Facts">The facts of the keeper.</param>
/// <param name="Extras">The flags and attributes of the keeper.</param>
/// <param name="Mount">The id of the mount through which it was reached.</param>
internal sealed record Keeper(Place Place, ReportName Name, FileFacts Facts, FileExtras Extras, ulong Mount);
