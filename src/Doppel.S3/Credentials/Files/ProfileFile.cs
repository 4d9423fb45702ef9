namespace Doppel.S3.Credentials;

/// <summary>Reads the form of <c>~/.aws/config</c> and <c>~/.aws/credentials</c>.</summary>
/// <remarks>
/// Sections in brackets hold lines of <c>name = value</c>; <c>#</c> and <c>;</c> begin comments at the start of a line
/// and behind a blank. A line that stands further in than the one with the name goes on with its value, or is a
/// setting below it where that is empty; such settings are not for this library.
/// </remarks>
internal sealed class ProfileFile
{
    private readonly string _path;
    private readonly bool _isConfig;
    private readonly Dictionary<string, Profile> _profiles;
    private Profile? _profile;
    private string? _name;
    private int _indent;
    private bool _isInSection;
    private bool _isNested;

    private ProfileFile(string path, bool isConfig, Dictionary<string, Profile> profiles)
    {
        _path = path;
        _isConfig = isConfig;
        _profiles = profiles;
    }

    /// <summary>Reads a file into profiles; its values replace those that are there.</summary>
    /// <param name="text">The file.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="isConfig">Whether profiles other than the default are called <c>[profile x]</c>.</param>
    /// <param name="profiles">Where they go.</param>
    internal static void Read(string text, string path, bool isConfig, Dictionary<string, Profile> profiles)
    {
        var file = new ProfileFile(path, isConfig, profiles);
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
            if (!_isNested)
            {
                _profile?.Continue(_name!, content.ToString());
            }
        }
        else if (content[0] == '[')
        {
            int end = content.IndexOf(']');
            Expect(end > 1, number);
            EnterSection(content.Slice(1, end - 1).Trim().ToString());
        }
        else
        {
            int equals = content.IndexOf('=');
            Expect(_isInSection && equals > 0, number);
            _name = content.Slice(0, equals).Trim().ToString().ToLowerInvariant();
            _indent = indent;
            string value = content.Slice(equals + 1).Trim().ToString();
            _isNested = value.Length == 0;
            _profile?.Set(_name, value);
        }
    }

    // Sections of other kinds, such as [sso-session x], are passed over.
    private void EnterSection(string section)
    {
        _isInSection = true;
        _name = null;
        string name = section;
        if (_isConfig && name != "default")
        {
            string[] words = section.Split([' ', '\t'], 2, StringSplitOptions.TrimEntries);
            name = words is ["profile", _] ? words[1] : "";
            name = name is ['"', .., '"'] or ['\'', .., '\''] ? name[1..^1] : name;
        }

        _profile = null;
        if (name.Length > 0 && !_profiles.TryGetValue(name, out _profile))
        {
            _profile = _profiles[name] = new Profile(name);
        }
    }

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
