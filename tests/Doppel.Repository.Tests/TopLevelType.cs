using System.Text.RegularExpressions;

namespace Doppel.Repository.Tests;

/// <summary>A type that is declared in no other type.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Start">The offset of its declaration in the file.</param>
/// <param name="LineCount">The lines from its declaration to its end.</param>
/// <param name="IsFileLocal">True if no other file can use it.</param>
internal sealed partial record TopLevelType(string Name, int Start, int LineCount, bool IsFileLocal)
{
    /// <summary>Lists the types of a file in order.</summary>
    public static IReadOnlyList<TopLevelType> In(SourceFile file)
    {
        List<TopLevelType> types = [];
        int depth = 0;
        int offset = 0;
        foreach (string line in file.Code.Split('\n'))
        {
            Match type = Declaration().Match(line);
            bool begins = depth == 0 && type.Success;
            if (begins)
            {
                types.Add(new(type.Groups["name"].Value, offset, 0, type.Groups["file"].Success));
            }

            depth += line.Count(c => c == '{') - line.Count(c => c == '}');
            offset += line.Length + 1;
            if (types.Count > 0 && (begins || depth > 0 || line.Trim().Length > 0))
            {
                types[^1] = types[^1] with { LineCount = types[^1].LineCount + 1 };
            }
        }

        return types;
    }

    [GeneratedRegex(
        @"^\s*(?:\[[^\]]*\]\s*)*(?<file>file\s+)?"
        + @"(?:(?:public|internal|private|protected|sealed|static|abstract|partial|readonly|ref|unsafe|file)\s+)*"
        + @"(?:(?:class|struct|interface|enum|record(?:\s+(?:class|struct))?)\s+(?<name>[A-Za-z_]\w*)"
        + @"|delegate\s+[^(]*?(?<name>[A-Za-z_]\w*)\s*(?:<[^(]*>)?\s*\()",
        RegexOptions.CultureInvariant)]
    private static partial Regex Declaration();
}
