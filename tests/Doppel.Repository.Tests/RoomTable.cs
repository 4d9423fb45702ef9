using System.Text.RegularExpressions;

namespace Doppel.Repository.Tests;

/// <summary>Reads the table <c>| project | holds | may use |</c> and judges projects by it.</summary>
internal static class RoomTable
{
    private const string ToCome = "(to come)";

    /// <summary>The rooms of a document.</summary>
    /// <exception cref="FormatException">The table is missing, or a row names a room that there is not.</exception>
    public static IReadOnlyList<Room> Parse(string markdown)
    {
        List<string[]> rows = [.. markdown.Split('\n')
            .SkipWhile(line => !Regex.IsMatch(line, @"^\|\s*project\s*\|\s*holds\s*\|\s*may use\s*\|"))
            .Skip(2).TakeWhile(line => line.StartsWith('|'))
            .Select(line => line.Trim('|').Split('|', StringSplitOptions.TrimEntries))];
        if (rows.Count == 0)
        {
            throw new FormatException("There is no table | project | holds | may use |.");
        }

        string[] all = [.. rows.Select(row => NameOf(row[0]))];
        return [.. rows.Select(row => new Room(NameOf(row[0]), UsesOf(row, all), !row[0].Contains(ToCome)))];
    }

    /// <summary>What speaks against these projects: an arrow that the table lacks, or a room without a row.</summary>
    /// <param name="rooms">The table.</param>
    /// <param name="references">Each project with those that it refers to.</param>
    public static IEnumerable<string> Faults(
        IReadOnlyList<Room> rooms, IReadOnlyDictionary<string, IReadOnlyList<string>> references)
    {
        foreach ((string project, IReadOnlyList<string> uses) in references)
        {
            Room? room = rooms.FirstOrDefault(room => room.Project == project);
            if (room is null)
            {
                yield return $"{project} has no row in the table of rooms";
                continue;
            }

            if (!room.Stands)
            {
                yield return $"{project} is there, and its row still says {ToCome}";
            }

            foreach (string used in uses.Where(used => !room.Uses.Contains(used)))
            {
                yield return $"{project} uses {used}, which its row does not allow";
            }
        }

        foreach (Room room in rooms.Where(room => room.Stands && !references.ContainsKey(room.Project)))
        {
            yield return $"{room.Project} has a row and no project: mark it {ToCome}";
        }
    }

    // A name may be a link to the project's README.
    private static string NameOf(string cell) =>
        Regex.Replace(cell.Replace(ToCome, ""), @"\[([^\]]*)\]\([^)]*\)", "$1").Trim(' ', '`');

    private static HashSet<string> UsesOf(string[] row, string[] all)
    {
        string cell = Regex.Replace(row[2], @"\([^)]*\)", "").Trim();
        string[] names = cell switch
        {
            "nothing" => [],
            "all" => [.. all.Where(name => name != NameOf(row[0]))],
            _ => [.. cell.Split(',', StringSplitOptions.TrimEntries).Select(name => "Doppel." + name)],
        };
        string? unknown = names.FirstOrDefault(name => !all.Contains(name));
        return unknown is null
            ? [.. names]
            : throw new FormatException($"{row[0]} may use {unknown}, which is no room.");
    }
}
