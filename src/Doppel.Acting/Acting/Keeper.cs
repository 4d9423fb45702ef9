using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>The copy of a group that stays, as it was found before the group is acted on.</summary>
/// <param name="Place">Where it stands.</param>
/// <param name="Name">Its whole name.</param>
/// <param name="Facts">What stands there.</param>
/// <param name="Extras">What else it carries.</param>
/// <param name="Mount">The mount that it is reached through.</param>
internal sealed record Keeper(Place Place, ReportName Name, FileFacts Facts, FileExtras Extras, ulong Mount);
