<#
.SYNOPSIS
    Creates what Baton needs in Azure: a resource group, a SQL server that knows Entra ID only, and a database.
.DESCRIPTION
    Can be run again: what is there is left as it is. Whoever is logged in becomes the server's administrator. There is no
    SQL password, here or on the server. Needs the Az module and Connect-AzAccount.
.EXAMPLE
    ./create.ps1 -SubscriptionId 00000000-0000-0000-0000-000000000000
#>
[CmdletBinding()]
param(
    [Parameter(Mandatory = $true)]
    [ValidateNotNullOrEmpty()]
    [string] $SubscriptionId,

    # The server's name is unique in the whole of Azure.
    [string] $ServerName = "cristp-reltaskexec",

    [string] $DatabaseName = "baton"
)

Set-StrictMode -Version Latest
$ErrorActionPreference = "Stop"

$group = "cristp-reltaskexec"
$region = "west us2"

$context = Set-AzContext -Subscription $SubscriptionId
$admin = Get-AzADUser -SignedIn

if (-not (Get-AzResourceGroup -Name $group -ErrorAction SilentlyContinue)) {
    New-AzResourceGroup -Name $group -Location $region | Out-Null
}

$server = Get-AzSqlServer -ResourceGroupName $group -ServerName $ServerName -ErrorAction SilentlyContinue
if (-not $server) {
    $server = New-AzSqlServer -ResourceGroupName $group -ServerName $ServerName -Location $region `
        -ExternalAdminName $admin.UserPrincipalName -ExternalAdminSID $admin.Id `
        -EnableActiveDirectoryOnlyAuthentication -MinimalTlsVersion "1.2"
}
Enable-AzSqlServerActiveDirectoryOnlyAuthentication -ResourceGroupName $group -ServerName $ServerName | Out-Null

if (-not (Get-AzSqlDatabase -ResourceGroupName $group -ServerName $ServerName -DatabaseName $DatabaseName -ErrorAction SilentlyContinue)) {
    New-AzSqlDatabase -ResourceGroupName $group -ServerName $ServerName -DatabaseName $DatabaseName `
        -Edition "GeneralPurpose" -ComputeModel "Serverless" -ComputeGeneration "Gen5" -VCore 1 -MinimumCapacity 0.5 `
        -AutoPauseDelayInMinutes 60 | Out-Null
}

# 0.0.0.0 stands for services inside Azure. A machine of your own needs a rule with its address.
$rule = "azure-services"
if (-not (Get-AzSqlServerFirewallRule -ResourceGroupName $group -ServerName $ServerName -FirewallRuleName $rule -ErrorAction SilentlyContinue)) {
    New-AzSqlServerFirewallRule -ResourceGroupName $group -ServerName $ServerName -FirewallRuleName $rule `
        -StartIpAddress "0.0.0.0" -EndIpAddress "0.0.0.0" | Out-Null
}

Write-Verbose "subscription $($context.Subscription.Id), administrator $($admin.UserPrincipalName)"
Write-Output "jdbc:sqlserver://$($server.FullyQualifiedDomainName);databaseName=$DatabaseName"
