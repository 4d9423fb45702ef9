namespace Doppel.Repository.Tests;

/// <summary>A row of the table of rooms in ARCHITECTURE.md.</summary>
/// <param name="Project">The project's name.</param>
/// <param name="Uses">The projects that it may use.</param>
/// <param name="Stands">False for a room that is still to come and has no project yet.</param>
internal sealed record Room(string Project, IReadOnlySet<string> Uses, bool Stands);
