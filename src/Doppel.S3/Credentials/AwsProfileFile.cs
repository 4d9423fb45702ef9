namespace Doppel.S3;

/// <summary>Parses the format of <c>~/.aws/config</c> and <c>~/.aws/credentials</c>.</summary>
/// <remarks>
/// A section in brackets contains lines of the form <c>name = value</c>. <c>#</c> and <c>;</c> start a comment at the
/// beginning of a line and after a blank. A line that is indented further than the line with the name continues its
/// value or, if that value is empty, is a nested setting, which is stored as <c>name.nested</c>.
/// </remarks>
internal sealed class AwsProfileFile
{
    private readonly string _path;
    private readonly bool _isConfig;
    private readonly Dictionary<string, Profile> _profiles;
    private readonly Dictionary<string, Profile> _services;
    private Profile? _profile;
    private string? _name;
    private int _indent;
    private bool _isInSection;
    private bool _isNested;

    private AwsProfileFile(
        string path, bool isConfig, Dictionary<string, Profile> profiles, Dictionary<string, Profile> services)
    {
        _path = path;
        _isConfig = isConfig;
        _profiles = profiles;
        _services = services;
    }

    /// <summary>Parses a file into profiles. Its values replace existing ones.</summary>
    /// <param name="text">The content of the file.</param>
    /// <param name="path">The path of the file, for messages.</param>
    /// <param name="isConfig">
    /// Whether profiles other than the default are named <c>[profile x]</c>, and other kinds of sections exist.
    /// </param>
    /// <param name="profiles">Receives the profiles.</param>
    /// <param name="services">Receives the sections <c>[services x]</c>.</param>
    internal static void Read(
        string text,
        string path,
        bool isConfig,
        Dictionary<string, Profile> profiles,
        Dictionary<string, Profile> services)
    {
        var file = new AwsProfileFile(path, isConfig, profiles, services);
        int number = 0;
        foreach (ReadOnlySpan<char> line in text.AsSpan().EnumerateLines())
        {
            number++;
            ReadOnlySpan<char> content = line.Trim();
            if (!content.IsEmpty && content[0] is not ('#' or ';'))
            {
                file.ReadLine(line.Length - line.TrimStart().Length, WithoutComment(content), number);
            }
        }
    }

    private void ReadLine(int indent, ReadOnlySpan<char> content, int number)
    {
        bool goesOn = _name is not null && indent > _indent;
        if (goesOn)
        {
            ReadFurther(content);
        }
        else if (content[0] == '[')
        {
            int end = content.IndexOf(']');
            Expect(end > 1, number);
            EnterSection(content.Slice(1, end - 1).Trim().ToString());
        }
        else
        {
            Expect(_isInSection && content.IndexOf('=') > 0, number);
            (_name, string value) = Setting(content);
            _indent = indent;
            _isNested = value.Length == 0;
            _profile?.Set(_name, value);
        }
    }

    private void ReadFurther(ReadOnlySpan<char> content)
    {
        if (!_isNested)
        {
            _profile?.Continue(_name!, content.ToString());
        }
        else if (content.IndexOf('=') > 0)
        {
            (string name, string value) = Setting(content);
            _profile?.Set($"{_name}.{name}", value);
        }
    }

    private static (string Name, string Value) Setting(ReadOnlySpan<char> content)
    {
        int equals = content.IndexOf('=');
        string name = content.Slice(0, equals).Trim().ToString().ToLowerInvariant();
        return (name, content.Slice(equals + 1).Trim().ToString());
    }

    private void EnterSection(string section)
    {
        _isInSection = true;
        _name = null;
        if (!_isConfig || section == "default")
        {
            _profile = Enter(_profiles, section);
            return;
        }

        // Other kinds of sections, such as [sso-session x], are ignored.
        _profile = section.Split([' ', '\t'], 2, StringSplitOptions.TrimEntries) switch
        {
            ["profile", { Length: > 0 } name] => Enter(_profiles, WithoutQuotes(name)),
            ["services", { Length: > 0 } name] => Enter(_services, WithoutQuotes(name)),
            _ => null,
        };
    }

    private static Profile Enter(Dictionary<string, Profile> sections, string name)
    {
        if (!sections.TryGetValue(name, out Profile? found))
        {
            sections[name] = found = new Profile(name);
        }

        return found;
    }

    private static string WithoutQuotes(string name) =>
        name is ['"', .., '"'] or ['\'', .., '\''] ? name[1..^1] : name;

    private static ReadOnlySpan<char> WithoutComment(ReadOnlySpan<char> content)
    {
        for (int i = 1; i < content.Length; i++)
        {
            if (content[i] is '#' or ';' && content[i - 1] is ' ' or '\t')
            {
                return content.Slice(0, i).TrimEnd();
            }
        }

        return content;
    }

    private void Expect(bool holds, int number)
    {
        if (!holds)
        {
            throw CredentialsErrors.Failed(
                "shared files", $"line {number} of '{_path}' is neither [a section] nor name = value in one",
                "Put the line right.");
        }
    }
}
