using System.Text.RegularExpressions;

namespace Doppel.Repository.Tests;

/// <summary>
/// Reads the table <c>| folder | holds | may use |</c> of a project's README and judges the project's code by it.
/// </summary>
/// <remarks>
/// A row may name several folders, which then do not use each other. A row may use only rows above it, so folders that
/// obey the table have no cycle. The project's own folder is written as a dot.
/// </remarks>
internal sealed partial class FolderTable
{
    private readonly Dictionary<string, HashSet<string>> _uses = [];

    private FolderTable()
    {
    }

    /// <summary>Reads the table of a README.</summary>
    /// <exception cref="FormatException">The table is missing, or a row may use one that is not above it.</exception>
    public static FolderTable Parse(string markdown)
    {
        var table = new FolderTable();
        IEnumerable<string[]> rows = markdown.Split('\n')
            .SkipWhile(line => !Regex.IsMatch(line, @"^\|\s*folder\s*\|\s*holds\s*\|\s*may use\s*\|"))
            .Skip(2).TakeWhile(line => line.StartsWith('|'))
            .Select(line => line.Trim('|').Split('|', StringSplitOptions.TrimEntries));
        foreach (string[] row in rows)
        {
            string[] above = [.. table._uses.Keys];
            string[] uses = row[2] switch { "nothing" => [], "all" => above, _ => NamesIn(row[2]) };
            string? unknown = uses.FirstOrDefault(name => !above.Contains(name));
            if (unknown is not null)
            {
                throw new FormatException($"{row[0]} may use {unknown}, which is not above it.");
            }

            foreach (string folder in NamesIn(row[0]))
            {
                table._uses.Add(folder, [.. uses]);
            }
        }

        return table._uses.Count > 0
            ? table
            : throw new FormatException("There is no table | folder | holds | may use |.");
    }

    /// <summary>Returns folders without a row, rows without a folder, and uses that the table does not allow.</summary>
    /// <param name="project">The project's folder, with a slash at the end.</param>
    /// <param name="files">The C# files of the project.</param>
    public IEnumerable<string> Faults(string project, IReadOnlyList<SourceFile> files)
    {
        Dictionary<string, string> homes = Homes(project, files);
        HashSet<string> folders = [.. files.Select(file => FolderOf(project, file))];
        foreach (string folder in folders.Where(folder => !_uses.ContainsKey(folder)).Order())
        {
            yield return $"{project}README.md: {folder} has no row in the table of folders";
        }

        foreach (string folder in _uses.Keys.Where(folder => !folders.Contains(folder)))
        {
            yield return $"{project}README.md: {folder} has a row and no files";
        }

        foreach (SourceFile file in files)
        {
            string own = FolderOf(project, file);
            foreach (Match name in Identifier().Matches(file.Code))
            {
                if (homes.TryGetValue(name.Value, out string? used) && used != own
                    && _uses.TryGetValue(own, out HashSet<string>? allowed) && !allowed.Contains(used))
                {
                    yield return file.At(name.Index, $"{own} may not use {used} ({name.Value})");
                }
            }
        }
    }

    // Each top-level type with its folder. A partial type lives where the file of its bare name is.
    private static Dictionary<string, string> Homes(string project, IReadOnlyList<SourceFile> files)
    {
        Dictionary<string, string> homes = [];
        foreach (SourceFile file in files.OrderBy(file => file.Path.Length))
        {
            foreach (TopLevelType type in TopLevelType.In(file))
            {
                homes.TryAdd(type.Name, FolderOf(project, file));
            }
        }

        return homes;
    }

    private static string FolderOf(string project, SourceFile file) =>
        file.Path.LastIndexOf('/') < project.Length ? "." : file.Path[project.Length..file.Path.LastIndexOf('/')];

    private static string[] NamesIn(string cell) =>
        [.. cell.Split(',', StringSplitOptions.TrimEntries).Select(name => name.Trim('`'))];

    // What follows a dot is a member.
    [GeneratedRegex(@"(?<![\w.])[A-Z]\w*")]
    private static partial Regex Identifier();
}
