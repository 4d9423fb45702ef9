using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Profiles;

public sealed class ProfileTests : IDisposable
{
    private readonly TempTree _tree = new();

    private string ConfigFile => Path.Combine(_tree.Folder, "doppel", "config.json");

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void A_saved_profile_is_listed_shown_used_and_deleted()
    {
        Assert.Equal((0, "", ""), Run("profile", "list"));
        Assert.Equal((0, "", ""), Run("profile", "save", "b", "--", "--format", "fdupes", "--exclude=x"));
        Assert.Equal((0, "", ""), Run("profile", "save", "a", "--", "-q"));
        Assert.Equal((0, "a\nb\n", ""), Run("profile", "list"));
        Assert.Equal((0, "--format\nfdupes\n--exclude=x\n", ""), Run("profile", "show", "b"));
        _tree.AddFile("t/x", "hello");
        _tree.AddFile("t/y", "hello");
        _tree.AddFile("t/z", "hello");
        string root = Path.Combine(_tree.Folder, "t");
        Assert.Equal((0, $"{root}/y\n{root}/z\n\n", ""), Run("find", root, "--profile", "b", "--profile=a"));
        Assert.Equal($"{root}/x\n{root}/y\n{root}/z\n\n", Run("find", "--no-exclude", root, "--profile", "b").Output);
        Assert.Equal((0, "", ""), Run("profile", "delete", "b"));
        Assert.Equal((0, "a\n", ""), Run("profile", "list"));
    }

    [Theory]
    [InlineData("list-links")]
    [InlineData("plan")]
    [InlineData("delete --dry-run")]
    [InlineData("link --dry-run")]
    public void Every_command_that_searches_takes_a_profile(string command)
    {
        Run("profile", "save", "files", "--", "--format", "fdupes", "--exclude=x", "--threads=1", "--stats");
        foreach (string name in (string[])["x", "y", "z"])
        {
            _tree.AddFile("t/" + name, "hello");
        }

        (int code, string output, string errors) = Run(
            [.. command.Split(' '), "--profile", "files", Path.Combine(_tree.Folder, "t")]);
        Assert.True(code == 0, errors);
        Assert.DoesNotContain("t/x", output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_command_refuses_a_profile_that_selects_what_it_cannot()
    {
        Run("profile", "save", "new", "--", "--since-last");
        (int code, string output, string errors) = Run("trash", "--yes", "--profile", "new", _tree.Folder);
        Assert.Equal((2, ""), (code, output));
        Assert.Equal(
            "doppel: profile new: --since-last cannot be used with doppel trash\n"
            + "hint: save a profile without it for this command\n", errors);
    }

    [Fact]
    public void An_option_of_a_profile_that_contradicts_the_command_line_can_be_cancelled()
    {
        Run("profile", "save", "silent", "--", "-q");
        (int code, string output, string errors) = Run("find", "--profile", "silent", "-v", _tree.Folder);
        Assert.Equal((2, ""), (code, output));
        Assert.Equal(
            "doppel: --quiet cannot be used with --verbose\n"
            + "hint: omit one of them; --no-quiet cancels it if the profile contains it\n",
            errors);
        Assert.Equal(0, Run("find", "--profile", "silent", "--no-quiet", "-v", _tree.Folder).Code);
    }

    [Fact]
    public void Profiles_are_also_written_as_JSON()
    {
        Assert.Equal((0, "", ""), Run("profile", "list", "--json"));
        Run("profile", "save", "b", "--", "--format", "fdupes", "--exclude=\"x\"");
        Run("profile", "save", "a", "--", "-q");
        const string B = "{\"type\":\"profile\",\"name\":\"b\","
            + "\"options\":[\"--format\",\"fdupes\",\"--exclude=\\u0022x\\u0022\"]}\n";
        Assert.Equal((0, B, ""), Run("profile", "show", "--json", "b"));
        Assert.Equal(
            (0, "{\"type\":\"profile\",\"name\":\"a\",\"options\":[\"-q\"]}\n" + B, ""),
            Run("profile", "list", "--json"));
    }

    [Theory]
    [InlineData("profile save a", "no options to save")]
    [InlineData("profile save a --", "no options to save")]
    [InlineData("profile save a -- --jsno", "profile a: unknown option: --jsno")]
    [InlineData("profile save a -- --min-size=q", "--min-size: 'q' is not a size")]
    [InlineData("profile save a -- -q root", "profile a: 'root' is not an option")]
    [InlineData("profile save a -- --profile b", "profile a: it contains --profile")]
    [InlineData("profile save a -- --help", "profile a: it contains --help or --version")]
    [InlineData("profile save a/b -- -q", "'a/b' is not a valid profile name")]
    [InlineData("profile show b", "no profile named 'b'")]
    [InlineData("profile delete b", "no profile named 'b'")]
    public void Profiles_that_cannot_be_saved_or_found_are_refused(string line, string expected)
    {
        (int code, string output, string errors) = Run(line.Split(' '));
        Assert.Equal((2, ""), (code, output));
        Assert.StartsWith($"doppel: {expected}\n", errors, StringComparison.Ordinal);
        Assert.False(File.Exists(ConfigFile));
    }

    [Theory]
    [InlineData("{\n \"profiles\": [\n]}", 2, "\"profiles\" must be an object")]
    [InlineData("{\n \"profiles\": {\n\"a\": 1}}", 3, "profile \"a\" must be a list of options")]
    [InlineData("{\n \"profiles\": {\"a\": [\"-q\",\n\n7]}}", 4, "profile \"a\" must contain only strings")]
    [InlineData("[]", 1, "the file must contain an object")]
    [InlineData("{\n\"profiles\": {\"a\" [] } }", 2, null)]
    [InlineData("", 1, null)]
    [InlineData("{} x", 1, null)]
    public void A_damaged_file_is_named_with_its_line(string content, int line, string? what)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(ConfigFile)!);
        File.WriteAllText(ConfigFile, content);
        (int code, _, string errors) = Run("find", "--profile", "a");
        Assert.Equal(2, code);
        Assert.StartsWith($"doppel: '{ConfigFile}' is damaged: line {line}: {what}", errors, StringComparison.Ordinal);
        Assert.Equal(1, errors.Count(letter => letter == '\n'));
        Run("profile", "save", "a", "--", "-q");
        Assert.Equal(content, File.ReadAllText(ConfigFile));
    }

    [Fact]
    public void Comments_are_allowed_and_what_is_not_known_stays()
    {
        var file = ProfileFile.Parse("{ // mine\n \"theme\": {\"x\": [1]},\n \"profiles\": {\"a\": [\"é<\",],}, }"u8);
        Assert.Equal(["é<"], file.Profiles["a"]);
        string rendered = System.Text.Encoding.UTF8.GetString(file.Render());
        Assert.Contains("\"theme\": {\"x\": [1]}", rendered, StringComparison.Ordinal);
        Assert.Contains("\"é<\"", rendered, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("home", null, "home/.config/doppel/config.json")]
    [InlineData("home", "relative", "home/.config/doppel/config.json")]
    [InlineData("home", "/xdg", "xdg/doppel/config.json")]
    public void The_file_lies_where_the_XDG_specification_says(string home, string? xdg, string expected)
    {
        var host = new TestHost();
        host.Environment["HOME"] = Path.Combine(_tree.Folder, home);
        if (xdg is not null)
        {
            host.Environment["XDG_CONFIG_HOME"] = xdg[0] == '/' ? _tree.Folder + xdg : xdg;
        }

        Assert.Equal(0, host.Run("profile", "save", "a", "--", "-q"));
        Assert.True(File.Exists(Path.Combine(_tree.Folder, expected)));
    }

    private (int Code, string Output, string Errors) Run(params string[] arguments)
    {
        var host = new TestHost();
        host.Environment["XDG_CONFIG_HOME"] = _tree.Folder;
        int code = host.Run(arguments);
        return (code, host.Output, host.Errors);
    }
}
