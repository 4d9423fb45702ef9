namespace Doppel.Repository.Tests;

/// <summary>A name below <c>src/</c> means one type, whichever room it is in.</summary>
public sealed class TypeNameTests
{
    // Each with the reason why several rooms have it.
    private static readonly Dictionary<string, string> s_sharedOnPurpose = new()
    {
        ["Program"] = "each executable has its own",
        ["Libc"] = "each library declares the functions of the system that it calls",
        ["UnixNative"] = "as Libc",
        ["WindowsNative"] = "as Libc",
        ["Throw"] = "each library throws for its own callers",
    };

    [Fact]
    public void No_two_rooms_have_a_type_with_the_same_name() =>
        Expect.NoFaults(SharedNames(Repository.Files).Where(name => !s_sharedOnPurpose.ContainsKey(name)));

    [Fact]
    public void No_exception_outlives_its_types() =>
        Expect.NoFaults(s_sharedOnPurpose.Keys.Except(SharedNames(Repository.Files)));

    [Fact]
    public void A_shared_name_is_seen() => Assert.Equal(["B"], SharedNames(
    [
        new("src/One/A.cs", "class A { class C; }\npartial class B { }\n"),
        new("src/One/B.Part.cs", "partial class B;\n"),
        new("src/Two/B.cs", "namespace N;\nrecord B;\nclass C { }\n"), new("tests/One/A.cs", "class A { }\n"),
    ]));

    private static IEnumerable<string> SharedNames(IEnumerable<SourceFile> files) => files
        .Where(static file => file.IsCSharp && file.IsBelow("src/"))
        .SelectMany(static file => TopLevelType.In(file).Select(type => (type.Name, Room: file.Path.Split('/')[1])))
        .Distinct()
        .GroupBy(static one => one.Name)
        .Where(static one => one.Count() > 1)
        .Select(static one => one.Key);
}
