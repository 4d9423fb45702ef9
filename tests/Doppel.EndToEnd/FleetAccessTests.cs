using Doppel.Testing.Servers;

namespace Doppel.EndToEnd;

/// <summary>The program and the server of a fleet: TLS, passwords, rights and false rows.</summary>
public sealed class FleetAccessTests
{
    private const string Users = """
        <scan><password>secret word</password><networks><ip>::/0</ip></networks><profile>default</profile>
        <quota>default</quota></scan>
        """;

    [Fact]
    public void A_server_with_tls_is_used_if_its_authority_is_trusted()
    {
        NeedServer();
        var certificate = new TestCertificate();
        using ClickHouseServer server = certificate.StartServer(out Uri address);
        using var tree = new TempTree();
        tree.AddFile("authority.pem", certificate.Certificate);
        tree.AddFile("data/a", "same");
        tree.AddFile("data/b", "same");

        ProcessEnd refused = Tool.Run(Start(address, "init"));
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("cannot trust https://127.0.0.1:", refused.ErrorText);
        Assert.Contains("SSL_CERT_FILE can name a file with the certificate of its authority", refused.ErrorText);

        string authority = $"{tree["authority.pem"]}";
        Tool.Run(Trusting(Start(address, "init"), authority)).MustSucceed();
        Tool.Run(Trusting(
            Start(address, "scan", "--host", "one", "--catalog", "none", tree["data"]), authority)).MustSucceed();
        ProcessEnd report = Tool.Run(Trusting(Start(address, "report", "--format", "fdupes"), authority));
        Assert.Contains("/data/b\n", report.MustSucceed().OutputText);
    }

    [Fact]
    public void A_certificate_for_another_name_is_refused_even_if_its_authority_is_trusted()
    {
        NeedServer();
        var certificate = new TestCertificate("127.0.0.2");
        using ClickHouseServer server = certificate.StartServer(out Uri address);
        using var tree = new TempTree();
        tree.AddFile("authority.pem", certificate.Certificate);
        ProcessEnd refused = Tool.Run(Trusting(Start(address, "status"), $"{tree["authority.pem"]}"));
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("cannot trust https://127.0.0.1:", refused.ErrorText);
        Assert.Contains("RemoteCertificateNameMismatch", refused.ErrorText);
    }

    [Fact]
    public void A_password_is_read_from_a_file_that_not_everybody_can_read()
    {
        NeedServer();
        using var server = new ClickHouseServer(users: Users);
        using var tree = new TempTree();
        tree.AddFile("right", "secret word\n");
        tree.AddFile("wrong", "another word\n");
        SetMode("right", "640");
        SetMode("wrong", "400");
        Assert.Equal(0, Init("right").ExitCode);
        ProcessEnd wrong = Init("wrong");
        Assert.Equal(2, wrong.ExitCode);
        Assert.Contains("rejects the user scan or the password", wrong.ErrorText);
        Assert.DoesNotContain("another word", wrong.ErrorText);

        SetMode("right", "604");
        ProcessEnd open = Init("right");
        Assert.Equal(2, open.ExitCode);
        Assert.Contains("all users of this machine may read the password in ", open.ErrorText);
        Assert.Contains("chmod o= ", open.ErrorText);

        void SetMode(string name, string mode) => Tool.Run("chmod", mode, tree[name]).MustSucceed();

        ProcessEnd Init(string file) => Tool.Run(Start(
            server.Address, "init", "--user", "scan", "--password-file", tree[file]));
    }

    [Fact]
    public void Each_machine_can_have_a_database_of_its_own()
    {
        NeedServer();
        using var server = new ClickHouseServer();
        using var tree = new TempTree();
        tree.AddFile("web-1/a", "same");
        tree.AddFile("web-2/b", "same");
        foreach (string round in (string[])["1", "2"])
        {
            foreach (string host in (string[])["web-1", "web-2"])
            {
                string database = Tool.Run(Start(server.Address, "init", "--host", host))
                    .MustSucceed().OutputText.TrimEnd('\n');
                Tool.Run(Start(
                    server.Address, "scan", "--host", host, "--database", database, "--catalog", "none", tree[host]))
                    .MustSucceed();
            }
        }

        // The second machine has learned of the first, and the first of it a round later.
        string found = Tool.Run(Start(server.Address, "report", "--format", "fdupes")).MustSucceed().OutputText;
        Assert.Equal($"host:web-1{tree["web-1/a"]}\nhost:web-2{tree["web-2/b"]}\n\n", found);

        ProcessEnd both = Tool.Run(Start(server.Address, "init", "--host", "web-1", "--cluster", "c"));
        Assert.Equal(2, both.ExitCode);
        Assert.Contains("--cluster cannot be used with --host", both.ErrorText);
    }

    [Fact]
    public void False_names_are_escaped_on_a_terminal_and_every_format_survives_them()
    {
        NeedServer();
        Needs.Program("script", "bsdutils");
        using var server = new ClickHouseServer();
        using var tree = new TempTree();
        tree.AddFile("a", "x");
        Tool.Run(Start(server.Address, "init")).MustSucceed();
        Tool.Run(Start(server.Address, "scan", "--host", "evil", "--catalog", "none", tree.Folder)).MustSucceed();
        const string Most = "18446744073709551615";
        server.Execute(
            "INSERT INTO hosts SELECT host, name, 4294967295, 1, 4294967295, 4294967295, "
            + $"{Most}, {Most}, {Most}, [unhex('2F1B5B33316D0A')], unhex('1B5B33316D') FROM hosts",
            "doppel");
        foreach (int inode in (int[])[1, 2, 3])
        {
            server.Execute(
                "INSERT INTO files SELECT 9223372036854775807, unhex('FF'), host, "
                + $"unhex('2F1B5B33316D0A{inode:d2}FF'), 4294967295, {Most}, {inode}, {Most}, "
                + "4294967295, 4294967295, 4294967295, -9223372036854775808, 3, "
                + "4294967295 FROM hosts FINAL",
                "doppel");
        }

        foreach (string command in (string[])["status", "report", "report --long", "report --summary"])
        {
            ProcessEnd shown = Tool.Run(DoppelProgram.Start() with
            {
                Program = "script",
                Arguments =
                [
                    "-qec", $"'{DoppelProgram.Path}' fleet {command} --server {server.Address}", "/dev/null",
                ],
            });
            Assert.True(shown.ExitCode == 0, shown.OutputText);
            Assert.DoesNotContain("\e[31m", shown.OutputText);
            Assert.DoesNotContain("Unhandled", shown.OutputText);
        }

        foreach (string format in (string[])["text", "json", "fdupes", "csv", "fclones", "html"])
        {
            ProcessEnd written = Tool.Run(Start(server.Address, "report", "--format", format));
            Assert.True(written.ExitCode is 0 or 1, written.ErrorText);
            Assert.DoesNotContain("Unhandled", written.ErrorText);
        }

        Tool.Run(Start(server.Address, "status", "--json")).MustSucceed();
    }

    private static void NeedServer() => Needs.Program("clickhouse-server", "clickhouse-server");

    private static ProcessStart Start(Uri server, string command, params ByteName[] arguments) =>
        DoppelProgram.Start(["fleet", command, "--server", server.ToString(), "--retry-for", "10s", .. arguments]);

    private static ProcessStart Trusting(ProcessStart start, string authority) => start with
    {
        Environment = new Dictionary<string, string?>(start.Environment) { ["SSL_CERT_FILE"] = authority },
    };
}
